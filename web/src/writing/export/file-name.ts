export type WrittenFormat = 'docx' | 'odt'

/** Name of the exported file: the title, without what a file system refuses. */
export const exportFileName = (title: string, format: WrittenFormat): string =>
  `${
    title
      .replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^[.\s]+/, '')
      .slice(0, 80)
      .trim() || 'Document'
  }.${format}`
