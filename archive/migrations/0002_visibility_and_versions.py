"""Records can be hidden, amended and judged again.

The two new columns have defaults that the database knows, so that rows which are there need not be
written: on PostgreSQL Django does that itself, on SQLite `AddColumn` does.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddColumn(migrations.AddField):
    """`AddField` by ALTER TABLE, where Django would copy the whole table of an SQLite file."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            field = model._meta.get_field(self.name)
            BaseDatabaseSchemaEditor.add_field(schema_editor, model, field)


class Migration(migrations.Migration):

    dependencies = [
        ('archive', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='RecordVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField(help_text='The last revision that had this text.')),
                ('original', models.BinaryField()),
                ('format', models.CharField(max_length=20)),
                ('replaced', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['record', '-revision'],
            },
        ),
        migrations.CreateModel(
            name='Rejudgement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('edition_from', models.PositiveIntegerField()),
                ('edition_to', models.PositiveIntegerField()),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('accepted', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.RemoveIndex(
            model_name='record',
            name='record_game_date',
        ),
        migrations.RemoveIndex(
            model_name='record',
            name='record_date',
        ),
        migrations.RemoveIndex(
            model_name='record',
            name='record_game_result',
        ),
        migrations.RemoveIndex(
            model_name='record',
            name='record_plies',
        ),
        migrations.RemoveIndex(
            model_name='record',
            name='record_sample',
        ),
        AddColumn(
            model_name='record',
            name='revision',
            field=models.PositiveIntegerField(db_default=1, default=1, help_text='Raised by every change of content, verdict, visibility or seats.'),
        ),
        AddColumn(
            model_name='record',
            name='visibility',
            field=models.CharField(choices=[('public', 'Public'), ('unlisted', 'Unlisted'), ('private', 'Private'), ('withdrawn', 'Withdrawn')], db_default='public', default='public', max_length=9),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(fields=['visibility', '-id'], name='record_seen'),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(fields=['visibility', 'game', '-date_earliest', '-id'], name='record_seen_game_date'),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(fields=['visibility', '-date_earliest', '-id'], name='record_seen_date'),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(fields=['visibility', 'game', 'result'], name='record_seen_game_result'),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(fields=['visibility', 'plies', 'id'], name='record_seen_plies'),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(condition=models.Q(('is_sample', True)), fields=['visibility', 'game'], name='record_seen_sample'),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(fields=['game', 'edition', 'id'], name='record_edition'),
        ),
        migrations.AddField(
            model_name='recordversion',
            name='record',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='archive.record'),
        ),
        migrations.AddField(
            model_name='rejudgement',
            name='record',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rejudgements', to='archive.record'),
        ),
        migrations.AddConstraint(
            model_name='recordversion',
            constraint=models.UniqueConstraint(fields=('record', 'revision'), name='version_once_a_revision'),
        ),
        migrations.AddIndex(
            model_name='rejudgement',
            index=models.Index(fields=['accepted', '-id'], name='rejudgement_open'),
        ),
        migrations.AddConstraint(
            model_name='rejudgement',
            constraint=models.UniqueConstraint(fields=('record', 'edition_to'), name='rejudgement_once_an_edition'),
        ),
    ]
