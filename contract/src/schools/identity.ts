/* The values of a school's name, color and language, for admins and for the operator's command. This file doesn't import zod because the
   browser uses it at run time. */

export const schoolNameMax = 120;

/** Returns a name with single spaces. Null if it is empty or too long. */
export const readSchoolName = (text: string): string | null => {
  const name = text.replace(/\s+/gu, ' ').trim();
  return name !== '' && name.length <= schoolNameMax && !/\p{Cc}/u.test(name) ? name : null;
};

/** Returns six lowercase hexadecimal digits. Null if it isn't such a color. */
export const readSchoolColor = (text: string): string | null => {
  const color = text.trim().replace(/^#/, '').toLowerCase();
  return /^[0-9a-f]{6}$/.test(color) ? color : null;
};

/** A language such as `en` or `de-AT` (BCP 47). */
export const isLanguage = (text: string): boolean =>
  text.length <= 35 && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text);
