import type { Messages } from '../lib/messages.ts';

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** 412 kB. */
export const sizeText = (bytes: number, { locale }: Messages): string => {
  const step = bytes < 1_000_000 ? 0 : bytes < 1_000_000_000 ? 1 : 2;
  // Nobody counts bytes: what is less than one says 1 kB.
  const value = bytes === 0 ? 0 : Math.max(bytes / 1_000 ** (step + 1), 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step],
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
};
