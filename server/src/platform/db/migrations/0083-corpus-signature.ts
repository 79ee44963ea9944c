// Signature of corpus packs: whether the manifest of the archive was signed by a key of the instance.
export const corpusSignature = {
  id: '0083-corpus-signature',
  sql: String.raw`
alter table corpus_import add column signature text not null default 'absente' check (signature in ('verifiee', 'non_verifiee', 'absente'));
comment on column corpus_import.signature is 'Ed25519 signature of the pack: checked with a key of the instance, not checked because the instance had no key, or absent.';
`,
}
