// Charter of use: its versions, and who accepted them.
export const charter = {
  id: '0090-charter',
  sql: String.raw`
create table charter_version (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique check (number > 0),
  edition integer not null check (edition between 1 and number),
  text text not null check (text <> ''),
  summary text not null check (summary <> ''),
  changes text not null,
  author_id uuid references app_user on delete set null,
  published_at timestamptz not null,
  reminded_at timestamptz
);
create index charter_version_author on charter_version (author_id) where author_id is not null;
comment on table charter_version is 'Versions of the charter of use. The one with the greatest number is in force.';
comment on column charter_version.edition is 'Number of the latest substantial version: accepting a version is valid for its edition.';
comment on column charter_version.reminded_at is 'When those who had not accepted it were last reminded by mail.';

create table charter_acceptance (
  id uuid primary key default gen_random_uuid(),
  person_id uuid references app_user on delete set null,
  edition integer not null,
  version_number integer not null references charter_version (number),
  accepted_at timestamptz not null,
  unique (person_id, edition)
);
create index charter_acceptance_version on charter_acceptance (version_number);
comment on table charter_acceptance is 'One acceptance of each edition of the charter per person.';
comment on column charter_acceptance.person_id is 'Null: the account was deleted; the acceptance is still counted.';
`,
}
