// @apart: what has been loaded stays loaded in a worker.
import { expect, test } from 'vitest';
import { isPlainForm, plainText, writtenDom } from './safe-html.tsx';

// The sanitizer itself needs a real browser: happy-dom's node iterator skips nodes. See the hostile-text journey.
test('the plain text of HTML has no tags, decodes entities and keeps line breaks', () => {
  expect(plainText('<p>A &amp; B<br>C</p><ul><li>&lt;x&gt;</li></ul>')).toBe('A & B\nC\n<x>');
});

const link = (href: string, rest = ' rel="noopener noreferrer nofollow" target="_blank"') =>
  `<a href="${href}"${rest}>x</a>`;

test.each([
  '<p>Words &amp; <strong>more</strong>, <em>and</em><br />a line</p><ul><li>one</li></ul><ol><li>two</li></ol>',
  `<p>${link('https://example.org/a?b=1&amp;c=&quot;2')}</p>`,
  link('mailto:ana@example.org'),
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'plain',
])('[CARD-06] %s needs no sanitizing', (html) => expect(isPlainForm(html)).toBe(true));

test.each([
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg/onload=window.ran=1>',
  '<p onclick="x">y</p>',
  '<p\n>y</p>',
  '<p >y</p>',
  '<P>y</P>',
  '<p/>',
  '<br>',
  '<p',
  '<',
  'a > b',
  '<!-- -->',
  '<![CDATA[x]]>',
  '<?x?>',
  '<p><p><iframe srcdoc="x"></p>',
  '<strong style="position:fixed">x</strong>',
  link('javascript:alert(1)'),
  link('data:text/html,x'),
  link('//evil.example'),
  link('/x'),
  link(' https://x.example'),
  link('HTTPS://x.example'),
  link('https://x.example', ''),
  link('https://x.example', ' target="_blank" rel="noopener noreferrer nofollow"'),
  link('https://x.example', ' rel="noopener noreferrer nofollow" target="_blank" onclick="x"'),
  link('https://x.example" onmouseover="x'),
  link("https://x.example' onmouseover='x", " rel='noopener noreferrer nofollow' target='_blank'"),
  '<a href="https://x.example>" rel="noopener noreferrer nofollow" target="_blank">x</a>',
  '<math><mtext></mtext></math>',
  '<p>\u0000<b>x</b></p>',
])('[CARD-06] %j needs sanitizing', (html) => expect(isPlainForm(html)).toBe(false));

test('[CARD-06] a very long text with unclosed tags needs sanitizing', () => {
  expect(isPlainForm(`${'<p>'.repeat(50_000)}${'<'.repeat(50_000)}`)).toBe(false);
});

test('the editor turns its HTML into elements', () => {
  const html = `<p>a &amp; <strong>b</strong><br>${link('HTTPS://x.example', '')}</p><ul><li>c</li></ul>`;
  expect(writtenDom(html).body.innerHTML).toBe(html);
});

test.each([
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<p onclick="x">y</p>',
  link('javascript:alert(1)', ''),
  link('https://x.example', ' onclick="x"'),
  'a > b',
])('the editor rejects %j', (html) => expect(() => writtenDom(html)).toThrow(TypeError));
