import type { Progress as Watched } from '#server/features/imports/progress.ts';

/** The content of the line. */
type Progress = Omit<Watched, 'rows'>;

/** A progress indicator. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Removes the bar. */
  end(): void;
}

const width = 30;
const redrawMs = 100;

const bar = ({ part, done, total }: Progress): string => {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const filled = Math.round(share * width);
  const measure =
    total === 0
      ? '…'
      : `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.floor(share * 100)} %`;
  return `${part.padEnd(20)} ${measure}`;
};

/** Shows a progress bar on a terminal, or one line per part elsewhere. */
export function openProgressLine(out: NodeJS.WriteStream): ProgressLine {
  let part: string | undefined;
  let drawnAt = 0;
  return {
    show: (progress) => {
      const isNew = progress.part !== part;
      if (!out.isTTY) {
        if (isNew) out.write(`${progress.part} …\n`);
      } else if (isNew || progress.done === progress.total || Date.now() - drawnAt > redrawMs) {
        drawnAt = Date.now();
        out.write(`${isNew && part !== undefined ? '\n' : '\r'}${bar(progress)}\u001b[K`);
      }
      part = progress.part;
    },
    end: () => {
      if (out.isTTY && part !== undefined) out.write('\n');
    },
  };
}
