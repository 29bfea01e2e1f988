import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import yauzl, { type Entry as TypedEntry, type ZipFile } from 'yauzl';
import { campusFiles } from './campus-files.ts';
import { pictureBytes } from './picture.ts';
import { ImportRefused } from './problems.ts';

/** An entry with `fileNameRaw`, which the package's types omit. */
type Entry = TypedEntry & { readonly fileNameRaw: Buffer };
const { getFileNameLowLevel } = yauzl as unknown as {
  getFileNameLowLevel(flags: number, raw: Buffer, extra: unknown, isStrict: boolean): string;
};

/** The files of an import, from a folder or a zip file. Names are relative, with '/'. */
export interface Bundle {
  /** Returns the size in bytes, or null if there is no such file. */
  size(name: string): Promise<number | null>;
  open(name: string): Promise<Readable>;
  /** Returns the content of a file, 'missing' or 'too large'. */
  read(name: string): Promise<Buffer | 'missing' | 'too large'>;
  close(): Promise<void>;
}

/** Limits against zip bombs. Larger files must be unpacked and imported as a folder. */
const limits = {
  entries: 250_000,
  bytes: 20_000_000_000,
  ratio: 200,
  freeBytes: 10_000_000,
} as const;

const openFile = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/** Flag for UTF-8 names (APPNOTE 4.4.4, bit 11). */
const utf8Flag = 0x800;

/**
 * Returns an entry's name in NFC, because systems encode an umlaut as one or two characters. macOS writes UTF-8 without setting
 * the flag.
 */
const nameOf = (entry: Entry): string =>
  getFileNameLowLevel(
    isUtf8(entry.fileNameRaw)
      ? entry.generalPurposeBitFlag | utf8Flag
      : entry.generalPurposeBitFlag,
    entry.fileNameRaw,
    entry.extraFields,
    false,
  ).normalize('NFC');

const checkEntry = (entry: Entry, name: string): void => {
  if (name.split('/').includes('..') || name.startsWith('/') || name.includes('\\')) {
    throw new ImportRefused(
      `The zip contains a file outside of its own folder: ${JSON.stringify(name)}.`,
    );
  }
  if (entry.isEncrypted())
    throw new ImportRefused('The zip is encrypted; make one without a password.');
};

const readEntries = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let packed = 0;
    let unpacked = 0;
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      try {
        const name = nameOf(entry);
        checkEntry(entry, name);
        packed += entry.compressedSize;
        unpacked += entry.uncompressedSize;
        if (entries.size >= limits.entries)
          throw new ImportRefused(
            `The zip holds more than ${limits.entries} files; unpack it and import the folder.`,
          );
        if (unpacked > limits.bytes)
          throw new ImportRefused(
            `The zip unpacks to more than ${limits.bytes / 1e9} GB; unpack it and import the folder.`,
          );
        // Overlapping files in the zip are counted each time, so the size of the whole zip also limits the total.
        if (unpacked > limits.freeBytes + limits.ratio * Math.min(packed, zip.fileSize)) {
          throw new ImportRefused(
            `The zip unpacks to more than ${limits.ratio} times its size, as made to harm.`,
          );
        }
        if (entries.has(name))
          throw new ImportRefused(`The zip holds ${JSON.stringify(name)} twice.`);
        if (!name.endsWith('/') && !name.startsWith('__MACOSX/')) entries.set(name, entry);
        zip.readEntry();
      } catch (error) {
        reject(error as Error);
      }
    });
    zip.readEntry();
  });

const knownFiles: readonly string[] = [...campusFiles, 'manifest.csv', 'users.csv', 'orgs.csv'];

/**
 * Returns the folder inside the zip that contains everything: '' or, if a folder was zipped, its name and '/'. Throws if there are two such
 * folders.
 */
const rootOf = (entries: ReadonlyMap<string, Entry>): string => {
  if (knownFiles.some((name) => entries.has(name))) return '';
  const found = new Map<string, string>();
  for (const name of entries.keys()) {
    const [folder = '', file, ...deeper] = name.split('/');
    if (file !== undefined && deeper.length === 0 && knownFiles.includes(file))
      found.set(`${folder}/`, found.get(`${folder}/`) ?? name);
  }
  if (found.size > 1)
    throw new ImportRefused(
      `The zip holds ${[...found.values()].slice(0, 3).join(' and ')}; zip one folder and import it by itself.`,
    );
  return [...found.keys()][0] ?? '';
};

/** Opens a zip file. Throws if it is damaged, too large or malicious. */
export const openZip = async (path: string): Promise<Bundle> => {
  // Sizes are checked while reading. An entry that unpacks to more than its declared size stops the import.
  const zip = await openFile(path, {
    lazyEntries: true,
    autoClose: false,
    validateEntrySizes: true,
  }).catch((error: Error) => {
    throw new ImportRefused(
      `${path} is neither a folder nor a zip that can be read (${error.message}).`,
    );
  });
  try {
    const entries = await readEntries(zip);
    const root = rootOf(entries);
    const find = (name: string) => entries.get((root + name).normalize('NFC'));
    const openStream = (entry: Entry): Promise<Readable> =>
      new Promise((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
      });
    return {
      size: async (name) => find(name)?.uncompressedSize ?? null,
      open: async (name) => {
        const entry = find(name);
        if (entry === undefined) throw new ImportRefused(`The zip holds no ${name}.`);
        return openStream(entry);
      },
      read: async (name) => {
        const entry = find(name);
        if (entry === undefined) return 'missing';
        return entry.uncompressedSize > pictureBytes
          ? 'too large'
          : buffer(await openStream(entry));
      },
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused(
      `The zip cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
};
