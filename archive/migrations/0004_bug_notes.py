import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('archive', '0003_accounts'),
    ]

    operations = [
        migrations.CreateModel(
            name='BugNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('incident', models.CharField(help_text='As its sender reads it, and the log has it.', max_length=8)),
                ('words', models.TextField()),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bug_notes', to='archive.importitem')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
    ]
