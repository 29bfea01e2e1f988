import { chromium } from '@playwright/test';
const [, , email, origin, name, scheme, width, path, lang, act] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking'] });
const w = Number(width);
const context = await browser.newContext({ viewport: { width: w, height: w < 500 ? 844 : 900 }, colorScheme: scheme as 'light', locale: lang || 'en-US', hasTouch: w < 500, baseURL: origin });
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message));
await page.goto('/login');
const r = await page.evaluate(async (email) => (await fetch('/api/v1/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password: 'campus-demo' }) })).status, email);
console.log('login', r);
await page.goto(path ?? '/');
await page.waitForTimeout(2500);
if (act) for (const one of act.split('|')) {
  const [kind, what, more] = one.split('=');
  if (kind === 'click') await page.getByRole('button', { name: what }).first().click();
  if (kind === 'link') await page.getByRole('link', { name: what }).first().click();
  if (kind === 'fill') await page.getByLabel(what).first().fill(more);
  if (kind === 'go') await page.goto(what);
  if (kind === 'shot') { await page.screenshot({ path: `/tmp/firstrun/${name}-${what}.png` }); continue; }
  if (kind === 'full') { await page.screenshot({ path: `/tmp/firstrun/${name}-${what}.png`, fullPage: true }); continue; }
  await page.waitForTimeout(1200);
}
console.log(page.url(), 'overflow', await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth));
await page.screenshot({ path: `/tmp/firstrun/${name}.png` });
await browser.close();
