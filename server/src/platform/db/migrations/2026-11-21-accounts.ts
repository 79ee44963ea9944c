export const accounts = {
  id: '2026-11-21-accounts',
  sql: `
create table app_user (
  id uuid primary key default gen_random_uuid(),
  username text not null check (username <> ''),
  username_key text not null unique,
  email text not null check (email <> ''),
  email_key text not null unique,
  password_hash text not null,
  password_weak boolean not null default false,
  must_change_password boolean not null default false,
  is_admin boolean not null default false,
  is_active boolean not null default true,
  awaiting_validation boolean not null default false,
  first_name text not null default '',
  last_name text not null default '',
  type_collectivite text not null default '',
  tranche_effectif text not null default 'Non renseigné',
  tranche_population text not null default 'Non renseigné',
  champ_action text not null default '',
  fonction text not null default 'cadre',
  experience_gestion_projet text not null default '',
  style_conversationnel text not null default 'Style standard',
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One text signs in to one account: a name that looks like an address is the account's own address.
  constraint app_user_name_or_own_email check (position('@' in username_key) = 0 or username_key = email_key)
);

-- Somebody must always be able to administer. The lock makes two concurrent demotions wait for each other.
create function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7234001);
  if not exists (select 1 from app_user where is_admin and is_active) then
    raise exception 'last administrator' using errcode = 'PA001';
  end if;
  return null;
end $$;
create constraint trigger app_user_keeps_an_administrator_update
  after update of is_admin, is_active on app_user for each row
  when (old.is_admin and old.is_active and not (new.is_admin and new.is_active))
  execute function keep_an_administrator();
create constraint trigger app_user_keeps_an_administrator_delete
  after delete on app_user for each row
  when (old.is_admin and old.is_active)
  execute function keep_an_administrator();

create table session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  refresh_hash text not null unique,
  rotations integer not null default 0,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_user_id on session (user_id);
create index session_expires_at on session (expires_at);

create table password_reset (
  token_hash text primary key,
  user_id uuid not null references app_user on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index password_reset_user_id on password_reset (user_id);

create table throttle (
  key text primary key,
  count integer not null default 0,
  ends_at timestamptz not null
);
create index throttle_ends_at on throttle (ends_at);
`,
}
