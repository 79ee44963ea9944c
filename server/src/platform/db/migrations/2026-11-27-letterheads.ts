export const letterheads = {
  id: '2026-11-27-letterheads',
  sql: `
-- The paper that exports are set on, by format; a format without a row keeps the one of the product.
create table letterhead (
  id text primary key check (id in ('docx', 'odt')),
  filename text not null check (filename <> ''),
  -- Made again from what was sent: nothing active, nothing from elsewhere.
  content bytea not null,
  uploaded_at timestamptz not null default now()
);
`,
}
