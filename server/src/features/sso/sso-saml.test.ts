import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCookieJar } from '../../../test/cookie-jar.ts';
import { openSamlIdp, type SamlIdp, type SamlContent } from '../../../test/saml-idp.ts';
import { createApp } from '../../app.ts';
import { openLog } from '../../kernel/log.ts';
import { inWorld, send, type Answer, type Request } from '../../../test/world.ts';
import { queueMetadataReadings } from './sso.jobs.ts';
import { inTransaction } from '../../kernel/database/database.ts';

const world = inWorld();
let idp: SamlIdp;
let provider = '';
let service = '';

const browser = () => {
  const jar = openCookieJar(world.clock);
  const go = async (path: string, request: Request = {}): Promise<Answer> => {
    const answer = await world.visit(path, {
      ...request,
      headers: { cookie: jar.header(), ...request.headers },
    });
    jar.keep(answer.headers['set-cookie']);
    return answer;
  };
  const who = async () =>
    ((await go('/mobile_ws/v18/authentication')).body as { uid?: string }[])[0]?.uid ?? null;
  return { go, who };
};
type Browser = ReturnType<typeof browser>;

const locationOf = (answer: Answer): string => {
  expect([answer.status, answer.text]).toEqual([303, '']);
  return String(answer.headers['location']);
};
const errorOf = (answer: Answer): string | null =>
  new URL(locationOf(answer), 'http://localhost').searchParams.get('sso_error');

/** Posts the form that the provider's page would post. */
const post = (at: Browser, fields: Record<string, string>, id = provider) =>
  at.go(`/api/v1/sso/${id}/acs`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      origin: 'https://idp.example.edu',
    },
  });
const start = async (at: Browser, redirect = '/directory') =>
  locationOf(await at.go(`/api/v1/sso/${provider}/start?redirect=${encodeURIComponent(redirect)}`));
/** Goes to the provider and returns with its response, which the test can modify. */
const bring = async (
  at: Browser,
  says: SamlContent = {},
  bend: (xml: string) => string = (xml) => xml,
): Promise<Answer> => {
  const { SAMLResponse, RelayState } = await idp.answer(service, await start(at), says);
  const xml = bend(Buffer.from(SAMLResponse, 'base64').toString('utf8'));
  return post(at, { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState });
};
const change = (body: Record<string, unknown>) =>
  world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', { provider, ...body });

beforeAll(async () => {
  idp = await openSamlIdp();
});

describe('SAML', () => {
  beforeAll(async () => {
    const added = await world.admin.call('POST /api/v1/school/sign-on/providers', {
      kind: 'saml-file',
      name: 'Campus login',
      metadata: idp.metadata(),
    });
    provider = added.id;
    await change({ identifierClaim: 'employee', isOn: true });
    service = (await world.visit(`/api/v1/sso/${provider}/metadata`)).text;
  });

  test('publishes metadata with the school’s entity ID and service, and requires signed assertions', async () => {
    const answer = await world.visit(`/api/v1/sso/${provider}/metadata`);
    expect(answer.headers['content-type']).toContain('application/samlmetadata+xml');
    expect(answer.text).toContain(`entityID="http://localhost/api/v1/sso/${provider}/metadata"`);
    expect(answer.text).toMatch(/WantAssertionsSigned="true"/);
    expect(answer.text).toContain(`Location="http://localhost/api/v1/sso/${provider}/acs"`);
    expect(
      (await world.visit(`/api/v1/sso/${provider}/metadata`, { host: 'north.localhost' })).status,
    ).toBe(404);
  });

  test('signs a person on by the school’s identifier, and links by the persistent name id', async () => {
    const at = browser();
    expect(locationOf(await bring(at))).toBe('/directory');
    expect(await at.who()).toBe(world.ana.uid);
    expect(
      await world.sql('select subject from sso_links where user_id = $1', [world.ana.id]),
    ).toEqual([{ subject: 'subject:pairwise-1' }]);
    const stranger = browser();
    expect(errorOf(await bring(stranger, { nameId: 'pairwise-2' }))).toBe('linked_elsewhere');
    expect(errorOf(await bring(browser(), { nameId: 'pairwise-3', employee: 'nobody' }))).toBe(
      'not_added',
    );
    const transient = browser();
    await bring(transient, {
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      nameId: 'once',
      employee: 'ben',
    });
    expect(await transient.who()).toBe(world.ben.uid);
  });

  const assertionOf = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
  const unsigned = (xml: string) => xml.replaceAll(/<ds:Signature.*?<\/ds:Signature>/gs, '');
  const signatureOf = (xml: string) => /<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
  /** A forged text in an assertion with another id. */
  const forged = (xml: string) =>
    unsigned(assertionOf(xml))
      .replace(/ID="[^"]*"/, 'ID="_forged"')
      .replace('>ana<', '>admin<');
  /** The same in a whole response. */
  const forgedResponse = (xml: string) =>
    unsigned(xml)
      .replace(assertionOf(unsigned(xml)), forged(xml))
      .replace(/ID="[^"]*"/, 'ID="_forged-response"');

  const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';

  test.each<[string, SamlContent, ((xml: string) => string)?]>([
    ['for another audience', { audience: 'https://other.example' }],
    ['for another recipient', { recipient: 'http://localhost/api/v1/sso/1/acs' }],
    ['from another issuer', { issuer: 'https://elsewhere.example' }],
    ['of another request', { inResponseTo: '_another' }],
    ['expired two minutes ago', { notOnOrAfter: -120, notBefore: -400 }],
    ['not valid before two minutes from now', { notBefore: 120 }],
    ['signed with a key that is not the provider’s', { key: 'stranger' }],
    ['without a signature', {}, unsigned],
    ['changed after it was signed', {}, (xml) => xml.replace('>ana<', '>admin<')],
    ['signed with SHA-1', { algorithm: sha1 }],
    [
      'signed with SHA-1 with an escaped name',
      { algorithm: sha1 },
      (xml) => xml.replaceAll(/#((?:rsa-)?sha1")/g, '&#35;$1'),
    ],
    ['with a comment in the identifier', {}, (xml) => xml.replace('>ana<', '>a<!-- -->na<')],
    [
      'with a comment in the name id',
      {},
      (xml) => xml.replace('>pairwise-1<', '>pairwise-1<!-- -->.evil.example<'),
    ],
    [
      'with a processing instruction in the identifier',
      {},
      (xml) => xml.replace('>ana<', '>a<?x?>na<'),
    ],
    [
      'in a response that is for another address',
      {},
      (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://other.example/acs"'),
    ],
    [
      'without a signature in a response that is signed as a whole',
      {},
      (xml) => idp.signWhole(unsigned(xml)),
    ],
    [
      'wrapped (XSW 1): the signed response in the signature of a forged one',
      {},
      (xml) => {
        const signed = idp.signWhole(unsigned(xml));
        const holder = signatureOf(signed).replace(
          '</ds:Signature>',
          `<ds:Object>${unsigned(signed)}</ds:Object></ds:Signature>`,
        );
        return forgedResponse(signed).replace('</saml:Issuer>', `</saml:Issuer>${holder}`);
      },
    ],
    [
      'wrapped (XSW 2): the signed response inside a forged one, behind its signature',
      {},
      (xml) => {
        const signed = idp.signWhole(unsigned(xml));
        return forgedResponse(signed).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signatureOf(signed)}${unsigned(signed)}`,
        );
      },
    ],
    [
      'wrapped (XSW 5): a forged one with the signature, the signed one behind it',
      {},
      (xml) => {
        const thief = forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(xml)}`);
        return xml.replace(assertionOf(xml), `${thief}${unsigned(assertionOf(xml))}`);
      },
    ],
    [
      'wrapped (XSW 6): a forged one with the signature, the signed one directly in the signature',
      {},
      (xml) => {
        const holder = signatureOf(xml).replace(
          '</ds:Signature>',
          `${unsigned(assertionOf(xml))}</ds:Signature>`,
        );
        return xml.replace(
          assertionOf(xml),
          forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${holder}`),
        );
      },
    ],
    ['with CDATA in the identifier', {}, (xml) => xml.replace('>ana<', '><![CDATA[ana]]><')],
    [
      'wrapped: a forged assertion before the signed one',
      {},
      (xml) => xml.replace('<saml:Assertion ', `${forged(xml)}<saml:Assertion `),
    ],
    [
      'wrapped: the signed one inside a forged one',
      {},
      (xml) =>
        xml.replace(
          assertionOf(xml),
          forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${assertionOf(xml)}`),
        ),
    ],
    [
      'wrapped: the signed one in an extension, a forged one in its place',
      {},
      (xml) =>
        xml
          .replace(assertionOf(xml), forged(xml))
          .replace(
            '<samlp:Status>',
            `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`,
          ),
    ],
    [
      'wrapped: a forged one with the signature, the signed one in the signature’s object',
      {},
      (xml) => {
        const holder = signatureOf(xml).replace(
          '</ds:Signature>',
          `<ds:Object>${unsigned(assertionOf(xml))}</ds:Object></ds:Signature>`,
        );
        return xml.replace(
          assertionOf(xml),
          forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${holder}`),
        );
      },
    ],
    [
      'with an external entity',
      {},
      (xml) =>
        `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('>ana<', '>&x;<')}`,
    ],
    [
      'with an entity bomb',
      {},
      (xml) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]>${xml}`,
    ],
    ['that isn’t XML', {}, () => 'nonsense'],
  ])('refuses an assertion %s', async (_, says, bend) => {
    const at = browser();
    const answer = await bring(at, says, bend);
    expect(errorOf(answer)).toBe('answer_refused');
    expect(await at.who()).toBeNull();
  });

  test('ignores a forged assertion in an extension (XSW 7) and signs on the person that the provider signed', async () => {
    const at = browser();
    const answer = await bring(at, {}, (xml) => {
      const extension = `<samlp:Extensions>${forged(xml)}</samlp:Extensions>`;
      return xml.replace('<samlp:Status>', `${extension}<samlp:Status>`);
    });
    expect([locationOf(answer), await at.who()]).toEqual(['/directory', world.ana.uid]);
  });

  test('accepts a response that is signed as a whole around a signed assertion', async () => {
    expect(locationOf(await bring(browser(), {}, (xml) => idp.signWhole(xml)))).toBe('/directory');
  });

  test('accepts clocks that differ by 30 seconds', async () => {
    expect(locationOf(await bring(browser(), { notOnOrAfter: -30, notBefore: -300 }))).toBe(
      '/directory',
    );
  });

  test('accepts a response once, in the browser that started, and not without a request', async () => {
    const at = browser();
    const form = await idp.answer(service, await start(at));
    expect(errorOf(await post(browser(), form))).toBe('other_browser');
    const again = browser();
    const second = await idp.answer(service, await start(again));
    expect(locationOf(await post(again, second))).toBe('/directory');
    expect(errorOf(await post(again, second))).toBe('expired');
    const SAMLResponse = Buffer.from(await idp.unsolicited(service))
      .toString()
      .trim();
    expect(errorOf(await post(browser(), { SAMLResponse }))).toBe('expired');
  });

  test('accepts sign-ons that the provider starts if allowed, each once, and never a response to a request', async () => {
    await change({ allowsUnasked: true });
    const SAMLResponse = await idp.unsolicited(service);
    const at = browser();
    expect(locationOf(await post(at, { SAMLResponse, RelayState: 'https://evil.example' }))).toBe(
      '/',
    );
    expect(await at.who()).toBe(world.ana.uid);
    expect(errorOf(await post(browser(), { SAMLResponse }))).toBe('answer_refused');
    const asked = await idp.answer(service, await start(browser()));
    expect(errorOf(await post(browser(), { SAMLResponse: asked.SAMLResponse }))).toBe(
      'answer_refused',
    );
    await change({ allowsUnasked: false });
  });

  test('sends its cookie with the provider’s form over https: SameSite=None, Secure, and for this host only', async () => {
    const parts = {
      pool: world.pool,
      clock: world.clock,
      files: world.files,
      tokens: world.tokens,
    };
    const fixed = {
      mail: { send: async () => undefined },
      log: openLog('silent'),
      base: 'localhost',
      live: false,
      version: 'test',
    };
    const proxied = await createApp({ ...parts, ...fixed, trustProxy: '127.0.0.1' });
    try {
      const answer = await send(proxied, `/api/v1/sso/${provider}/start`, {
        headers: { 'x-forwarded-proto': 'https' },
      });
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^__Host-cg_sso_post=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
      );
    } finally {
      await proxied.close();
    }
  });

  test('replaces pasted metadata with newer metadata of the same provider only', async () => {
    await change({ metadata: idp.metadata(['old', 'new']) });
    expect(locationOf(await bring(browser(), { key: 'new' }))).toBe('/directory');
    // The new metadata no longer has the previous key.
    await change({ metadata: idp.metadata(['new']) });
    expect(errorOf(await bring(browser()))).toBe('answer_refused');
    const metadata = idp
      .metadata()
      .replace('https://idp.example.edu/saml', 'https://other.example/saml');
    const refused = await world.admin.try('PATCH /api/v1/school/sign-on/providers/{provider}', {
      provider,
      metadata,
    });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'sso_metadata_unreadable' },
    ]);
    await change({ metadata: idp.metadata() });
  });

  test('accepts only forms here, and no other call accepts forms', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (
        await world.visit(`/api/v1/sso/${provider}/acs`, {
          method: 'POST',
          body: { SAMLResponse: 'x' },
        })
      ).status,
    ).toBe(415);
    expect(
      (
        await world.visit('/api/v1/login', {
          method: 'POST',
          body: 'email=a@b.c&password=x',
          headers,
        })
      ).status,
    ).toBe(415);
  });

  test('reads metadata once a day, accepts both keys during a change, and keeps working after a failure', async () => {
    let published: string | null = idp.metadata();
    const server = createServer((_, response) =>
      response.writeHead(published === null ? 500 : 200).end(published ?? ''),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const metadataUrl = `http://localhost:${(server.address() as AddressInfo).port}/metadata`;
      const former = provider;
      provider = (
        await world.admin.call('POST /api/v1/school/sign-on/providers', {
          kind: 'saml',
          name: 'Rolling',
          metadataUrl,
        })
      ).id;
      await change({ identifierClaim: 'employee', isOn: true });
      service = (await world.visit(`/api/v1/sso/${provider}/metadata`)).text;
      expect(errorOf(await bring(browser(), { key: 'new' }))).toBe('answer_refused');
      const aDayLater = async () => {
        world.clock.advance(25 * 3_600_000);
        for (let i = 0; i < 2; i += 1)
          await inTransaction(world.pool, { school: world.school }, (db) =>
            queueMetadataReadings(db, world.clock.now(), world.school),
          );
        await world.app.jobs.settle();
        world.admin.tokens = await (await world.signInAgain(world.admin)).tokens;
      };
      published = idp.metadata(['old', 'new']);
      await aDayLater();
      world.clock.advance(-25 * 3_600_000);
      for (const key of ['old', 'new'] as const)
        expect(locationOf(await bring(browser(), { key }))).toBe('/directory');
      published = null;
      world.clock.advance(25 * 3_600_000);
      await aDayLater();
      const find = async () =>
        (await world.admin.call('GET /api/v1/school/sign-on', {})).providers.find(
          ({ id }) => id === provider,
        );
      expect(await find()).toMatchObject({ readError: 'answer', certificates: [{}, {}] });
      world.clock.advance(-50 * 3_600_000);
      world.admin.tokens = (await world.signInAgain(world.admin)).tokens;
      published = idp
        .metadata()
        .replace('https://idp.example.edu/saml', 'https://other.example/saml');
      expect(
        (
          await world.admin.try('POST /api/v1/school/sign-on/providers/{provider}/reread', {
            provider,
          })
        ).status,
      ).toBe(422);
      expect(await find()).toMatchObject({ readError: 'issuer_changed' });
      provider = former;
    } finally {
      server.close();
    }
  });
});
