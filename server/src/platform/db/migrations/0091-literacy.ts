// Modules of the literacy path that people completed.
export const literacy = {
  id: '0091-literacy',
  sql: String.raw`
create table literacy_completion (
  person_id uuid not null references app_user on delete cascade,
  module text not null check (module in ('modele', 'sources', 'donnees', 'limites', 'relecture', 'sobriete')),
  completed_at timestamptz not null,
  primary key (person_id, module)
);
comment on table literacy_completion is 'Modules of the literacy path that people completed. No score is stored.';
`,
}
