/** A label and color by file extension (product text §9). For pictures, the server has checked the content. */
export interface FileIcon {
  readonly label: string;
  readonly tint: string;
}

const kinds = {
  text: {
    tint: 'bg-brand-soft text-brand-text',
    extensions: ['doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'pages', 'tex'],
  },
  table: {
    tint: 'bg-good-soft text-good',
    extensions: ['xls', 'xlsx', 'ods', 'csv', 'tsv', 'numbers'],
  },
  slides: { tint: 'bg-warn-soft text-warn', extensions: ['ppt', 'pptx', 'odp', 'key'] },
  pdf: { tint: 'bg-bad-soft text-bad', extensions: ['pdf', 'epub'] },
  packed: {
    tint: 'bg-fill-2 text-ink-2',
    extensions: ['zip', 'gz', 'tar', '7z', 'rar', 'tgz', 'xz', 'bz2'],
  },
  sound: {
    tint: 'bg-brand-soft text-brand-text',
    extensions: ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac', 'aac'],
  },
  film: { tint: 'bg-warn-soft text-warn', extensions: ['mp4', 'mov', 'webm', 'mkv', 'avi'] },
  code: {
    tint: 'bg-good-soft text-good',
    extensions: [
      'js',
      'ts',
      'py',
      'java',
      'c',
      'cpp',
      'h',
      'rs',
      'go',
      'html',
      'css',
      'json',
      'xml',
      'yml',
      'sql',
      'r',
      'ipynb',
      'm',
    ],
  },
  picture: {
    tint: 'bg-warn-soft text-warn',
    extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'svg', 'bmp', 'tif', 'tiff'],
  },
  calendar: { tint: 'bg-bad-soft text-bad', extensions: ['ics', 'vcf'] },
} as const;

const byExtension = new Map<string, string>(
  Object.values(kinds).flatMap(({ tint, extensions }) =>
    extensions.map((one): [string, string] => [one, tint]),
  ),
);

/** Returns the extension of a name in lowercase, or an empty string. */
export const extensionOf = (name: string): string =>
  /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
/** Returns whether a name has the extension of a picture that browsers can show. */
export const isPictureName = (name: string): boolean =>
  ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'].includes(extensionOf(name));

export const fileIconOf = (name: string): FileIcon => {
  const extension = extensionOf(name);
  return {
    label: extension === '' ? '?' : extension.slice(0, 4).toUpperCase(),
    tint: byExtension.get(extension) ?? 'bg-fill-2 text-ink-2',
  };
};
