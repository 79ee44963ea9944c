export const catalogue = {
  id: '2026-11-21-catalogue',
  sql: `
create table assistant_category (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name <> ''),
  icon text not null,
  created_at timestamptz not null default now()
);

create table assistant (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  description text not null,
  prompt_content text not null,
  category_id uuid not null references assistant_category,
  icon text not null default 'FileText',
  is_active boolean not null default true,
  usage_count integer not null default 0 check (usage_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index assistant_category_id on assistant (category_id);

create table prompt (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  content text not null check (content <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table project (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references app_user on delete cascade,
  name text not null check (name <> ''),
  description text not null default '',
  content text not null default '',
  status text not null default 'valid' check (status in ('valid', 'archived')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, owner_id)
);
create index project_owner on project (owner_id, updated_at desc);
`,
}
