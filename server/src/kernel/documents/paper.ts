import type { Paper } from '#contract/schools/paper.ts';

/** Countries that print on Letter (CLDR, paperSize "US-Letter"). */
const letterRegions = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** Returns a school's paper size: its own setting, or the usual one where its language is spoken. */
export const paperOf = ({ paper, locale }: { paper: Paper | null; locale: string }): Paper => {
  if (paper !== null) return paper;
  const { region } = new Intl.Locale(locale).maximize();
  return letterRegions.has(region ?? '') ? 'LETTER' : 'A4';
};
