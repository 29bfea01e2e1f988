import { expect, test } from 'vitest';
import { plainText } from './safe-html.tsx';

// The sanitizer itself needs a real browser: happy-dom's node iterator skips nodes. See the hostile-text journey.
test('plain words while the sanitizer loads', () => {
  expect(plainText('<p>A &amp; B<br>C</p><ul><li>&lt;x&gt;</li></ul>')).toBe('A & B\nC\n<x>');
});
