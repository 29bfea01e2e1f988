import { CommandError } from './command-errors.ts';

/** The number of lines that lists show by default. */
export const defaultLimit = 50;

/** Parses the value of `--limit`: a number from 1 to 9999. */
export const parseLimit = (value: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(value))
    throw new CommandError('--limit must be a number from 1 to 9999.');
  return Number(value);
};
