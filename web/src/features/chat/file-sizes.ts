import type { Messages } from '../../lib/messages.ts';

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** 412 kB. */
export const sizeText = (bytes: number, { locale }: Messages): string => {
  const step = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const value = bytes / 1_000 ** step;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step], maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(
    value,
  );
};
