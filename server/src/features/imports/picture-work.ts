import { createHash } from 'node:crypto';
import type { PictureKind } from '#contract/people/picture-crop.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { Bundle } from './zip.ts';
import {
  insertStagedPictures,
  selectWantedPictures,
  type ReferencedPicture,
} from './imports.queries.ts';
import { InvalidCell } from './imports.rules.ts';
import { finishPicture } from './picture.ts';
import type { ReportProblem } from './problems.ts';

/** Pictures that are looked up and processed at the same time. */
const batch = 200;
const atOnce = 4;
/** Number of cached contents. A picture that many people share is processed once. */
const remembered = 20_000;

export interface PictureParts {
  readonly db: Db;
  readonly bundle: Bundle;
  readonly files: Files;
  readonly school: SchoolId;
  readonly report: ReportProblem;
  /** True if pictures are stored. A dry run only checks them. */
  readonly isKept: boolean;
  readonly onPicture: () => void;
  readonly signal: AbortSignal | undefined;
}

const workOn = async (
  { bundle, files, school, isKept: isStored }: PictureParts,
  kind: PictureKind,
  file: string,
  known: Map<string, string>,
): Promise<string | InvalidCell> => {
  const bytes = await bundle.read(`photos/${file}`);
  if (bytes === 'missing') return new InvalidCell(`names photos/${file}, which is not there`);
  if (bytes === 'too large')
    return new InvalidCell(`names photos/${file}, which is larger than 20 MB`);
  const digest = createHash('sha256').update(bytes).digest('base64');
  const before = known.get(digest);
  if (before !== undefined) return before;
  const finished = await finishPicture(bytes, kind);
  if (finished instanceof InvalidCell) return finished;
  const name = isStored
    ? await files.put(school, finished, 'webp')
    : files.nameOf(school, finished, 'webp');
  if (known.size >= remembered) known.clear();
  known.set(digest, name);
  return name;
};

const workOnBatch = async (
  parts: PictureParts,
  kind: PictureKind,
  wanted: readonly ReferencedPicture[],
  known: Map<string, string>,
): Promise<void> => {
  const stored: { file: string; name: string }[] = [];
  const waiting = wanted.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { file, line } of waiting) {
        parts.signal?.throwIfAborted();
        const name = await workOn(parts, kind, file, known);
        if (name instanceof InvalidCell) parts.report({ line, column: kind, reason: name.reason });
        else stored.push({ file, name });
        parts.onPicture();
      }
    }),
  );
  await insertStagedPictures(parts.db, kind, stored);
};

/**
 * Processes every picture file of the staged people, stores the picture and stages its name. It reports missing files and files that aren't
 * pictures.
 */
export const workOnPictures = async (parts: PictureParts): Promise<void> => {
  for (const kind of ['photo', 'cover'] as const) {
    const known = new Map<string, string>();
    for (let after = ''; ;) {
      const wanted = await selectWantedPictures(parts.db, kind, after, batch);
      const last = wanted.at(-1);
      if (last === undefined) break;
      await workOnBatch(parts, kind, wanted, known);
      after = last.file;
    }
  }
};
