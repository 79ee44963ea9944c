// Location of the stored files, and the lease of their sweep.
export const fileStore = {
  id: '0098-file-store',
  sql: String.raw`
create table file_store (
  id integer primary key default 1 check (id = 1),
  mark uuid,
  is_marked boolean not null default false check (not is_marked or mark is not null),
  target text not null default 'dossier' check (target in ('dossier', 's3')),
  is_whole boolean not null default true,
  is_moved_back boolean not null default false,
  sweep_holder uuid,
  sweep_leased_until timestamptz,
  swept_at timestamptz,
  swept_files integer
);
comment on table file_store is 'The only row: where the files of the instance are.';
comment on column file_store.mark is 'Mark of the instance, also written in its bucket: two instances never share one. Null until a bucket is used: the databases of several instances may be copies of one prepared at a build.';
comment on column file_store.is_marked is 'Whether the mark was written in the bucket.';
comment on column file_store.target is 'Where new files are stored: the folder of the data directory, or the bucket of the settings.';
comment on column file_store.is_whole is 'Whether every file is in the target; otherwise the other place is looked into as well.';
comment on column file_store.is_moved_back is 'Files were moved back to the folder: a start with S3 settings does not begin another move.';
comment on column file_store.sweep_leased_until is 'End of the lease of the instance sweep_holder, which deletes stray files.';
comment on column file_store.swept_files is 'Files listed by the last sweep, which ended at swept_at.';
insert into file_store default values;
`,
}
