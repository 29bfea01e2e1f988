import { expect, test } from 'vitest';
import { text } from './text.ts';
import { isVisible, visibleText } from './visible-text.ts';

test.each([
  '\u200b',
  '\u2800',
  '\u3164',
  '\u00ad\u2060',
  '\u115f\u1160',
  '\uffa0',
  '\u200d\u200c',
  '\ufe0f',
  '\u0301',
  '\u034f\u0300\u20dd',
  '\u202e\u202c',
  '\u2066\u2069',
  '\u200e',
  '\u200f \u061c',
  '\ufeff',
  '\u180e',
  '\u2061\u2064',
  '\u{e0041}\u{e007f}',
  '\u{1d173}',
  '\u00a0\u2003\u3000',
  '\u2028\n',
  '\u206a',
  '\ufff9\ufffb',
  '\u0000\u0007',
  '\u17b4',
  '\ud800',
])('%j is not visible text', (sign) => {
  expect(isVisible(sign)).toBe(false);
  expect(visibleText(sign)).toBe('');
  expect(visibleText(` ${sign}\t${sign}`)).toBe('');
  expect(text().min(1).safeParse(sign).success).toBe(false);
});

test.each([
  ['\u202eevil', 'evil'],
  ['a\u202eb\u2066c\u2069d\u202c', 'abcd'],
  ['\u200eAna\u200f L\u061cee', 'Ana Lee'],
  ['\u200bAn\u200ba\u00ad\ufeff\u3164', 'Ana'],
  ['Auf\u200clage, A\u200dB', 'Auflage, AB'],
  ['x\u{e0048}\u{e0049}', 'x'],
  ['  two\nlines \u00a0', 'two\nlines'],
])('visibleText() turns %j into %j', (given, kept) => expect(visibleText(given)).toBe(kept));

test.each([
  '👩🏽‍🚀 👨‍👩‍👧 🏳️‍🌈 ❤️ 1️⃣',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'می‌خواهم',
  'مرحبا \u200fworld\u200f ثم',
  'ക്‍',
  'क्‍ष',
  'สวัสดี\u200bชาว',
  'é e\u0301 İ',
  '한글 王',
  '!',
  '⠓⠊',
])('visibleText() does not change %s', (given) => {
  expect(visibleText(given)).toBe(given);
  expect(visibleText(visibleText(given))).toBe(given);
});
