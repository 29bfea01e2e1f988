import type { Messages } from '../lib/messages.ts';

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a file size, such as 412 kB. */
export const sizeText = (bytes: number, { locale }: Messages): string => {
  const step = bytes < 1_000_000 ? 0 : bytes < 1_000_000_000 ? 1 : 2;
  // Sizes below 1 kB are shown as 1 kB, because a number of bytes isn't useful to people.
  const value = bytes === 0 ? 0 : Math.max(bytes / 1_000 ** (step + 1), 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step],
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
};
