import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('analysis', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='generation',
            name='retired_at',
            field=models.DateTimeField(help_text='Since when no page begins to read it.', null=True),
        ),
        migrations.CreateModel(
            name='Fault',
            fields=[
                ('id', models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('record', models.PositiveIntegerField()),
                ('revision', models.PositiveIntegerField()),
                ('message', models.TextField()),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('generation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to='analysis.generation')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('generation', 'record'), name='fault_once')],
            },
        ),
        migrations.CreateModel(
            name='LongJob',
            fields=[
                ('id', models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20)),
                ('claim', models.UUIDField(null=True)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('started', models.DateTimeField()),
                ('stage', models.CharField(blank=True, max_length=20)),
                ('cursor', models.BigIntegerField(null=True)),
                ('entry', models.PositiveIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('notes', models.JSONField(default=list)),
                ('generation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to='analysis.generation')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('generation', 'name'), name='long_job_once')],
            },
        ),
    ]
