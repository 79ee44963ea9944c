/** Escapes a name so that none of its characters is read as Markdown. */
export function asPlainText(name: string): string {
  return name.replace(/[^\S\u00a0]+/g, ' ').replace(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}
