/** A name shown as it is: its signs are not Markdown. */
export function asPlainText(name: string): string {
  return name.replace(/[^\S\u00a0]+/g, ' ').replace(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}
