import type { Page } from '@playwright/test';
import type { SsoProvider, SsoSetup } from '#contract/sso/endpoints.ts';

/* States of single sign-on for `npm run shots`, with mocked replies, because no real provider is available. */

const provider = (part: Partial<SsoProvider>): SsoProvider => ({
  id: '1',
  kind: 'oidc',
  name: 'Campus account',
  isOn: false,
  issuer: 'https://login.microsoftonline.com/8d3b5c1e-7c2f-4a5b-9a44-0b6c1f7f2a10/v2.0',
  endpoints: [
    {
      use: 'authorization',
      url: 'https://login.microsoftonline.com/8d3b5c1e-7c2f-4a5b-9a44-0b6c1f7f2a10/oauth2/v2.0/authorize',
    },
    {
      use: 'token',
      url: 'https://login.microsoftonline.com/8d3b5c1e-7c2f-4a5b-9a44-0b6c1f7f2a10/oauth2/v2.0/token',
    },
    {
      use: 'keys',
      url: 'https://login.microsoftonline.com/8d3b5c1e-7c2f-4a5b-9a44-0b6c1f7f2a10/discovery/v2.0/keys',
    },
  ],
  certificates: [],
  metadataUrl:
    'https://login.microsoftonline.com/8d3b5c1e-7c2f-4a5b-9a44-0b6c1f7f2a10/v2.0/.well-known/openid-configuration',
  readAt: new Date().toISOString(),
  readError: null,
  clientId: null,
  hasClientSecret: false,
  identifierClaim: 'sub',
  matchBy: 'username',
  firstNameClaim: 'given_name',
  lastNameClaim: 'family_name',
  emailClaim: 'email',
  makesPeople: false,
  allowsUnasked: false,
  isTested: false,
  test: null,
  callbackUrl: 'https://demo.campus.example/api/v1/sso/1/callback',
  entityId: 'https://demo.campus.example/api/v1/sso/1/metadata',
  people: 0,
  ...part,
});
const olga = { uid: '1', firstName: 'Olga', lastName: 'Lindqvist', photoUrl: null };
const tested = provider({
  isOn: true,
  clientId: '3f1c9a52-0d8e-4b7a-8f61-2f5c7e0b9d44',
  hasClientSecret: true,
  identifierClaim: 'employee',
  isTested: true,
  people: 3_412,
  test: {
    at: new Date().toISOString(),
    outcome: 'signs_in',
    person: olga,
    attributes: [
      { name: 'sub', value: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ' },
      { name: 'employee', value: 'olindqvist' },
      { name: 'email', value: 'olga.lindqvist@demo.campus.example' },
    ],
  },
});
const saml = provider({
  id: '2',
  kind: 'saml',
  name: 'Staff and faculty portal',
  metadataUrl: null,
  readError: 'timeout',
  issuer: 'https://idp.demo.campus.example/shibboleth',
  endpoints: [
    { use: 'sign_on', url: 'https://idp.demo.campus.example/idp/profile/SAML2/Redirect/SSO' },
  ],
  certificates: [
    {
      subject: 'CN=idp.demo.campus.example',
      fingerprint:
        '4F:9E:21:07:AC:5D:13:88:B2:60:3E:71:D4:0A:C9:F5:4F:9E:21:07:AC:5D:13:88:B2:60:3E:71:D4:0A:C9:F5',
      validTo: '2025-03-01T00:00:00Z',
    },
  ],
  makesPeople: true,
  firstNameClaim: 'urn:oid:2.5.4.42',
  lastNameClaim: 'urn:oid:2.5.4.4',
  emailClaim: 'urn:oid:0.9.2342.19200300.100.1.3',
  identifierClaim: 'urn:oid:0.9.2342.19200300.100.1.1',
  test: {
    at: new Date().toISOString(),
    outcome: 'no_identifier',
    person: null,
    attributes: [{ name: 'urn:oid:2.5.4.42', value: 'Olga' }],
  },
});

const setUp =
  (providers: readonly SsoProvider[], isRequired = false) =>
  async (page: Page) => {
    const body: SsoSetup = {
      providers: [...providers],
      isRequired,
      fallbacks: isRequired ? [olga.uid] : [],
      admins: [
        olga,
        {
          uid: '2',
          firstName: 'Maximilian',
          lastName: 'von Hohenstein-Wiedenbrück',
          photoUrl: null,
        },
      ],
    };
    await page.route('**/school/sign-on', (route) => route.fulfill({ json: body }));
    await page.reload({ waitUntil: 'networkidle' });
  };
const offered =
  (isRequired: boolean, ...names: string[]) =>
  async (page: Page) => {
    await page.route('**/api/v1/sso', (route) =>
      route.fulfill({
        json: { items: names.map((name, index) => ({ id: String(index + 1), name })), isRequired },
      }),
    );
    await page.reload({ waitUntil: 'networkidle' });
  };

const admin = { path: '/admin/sign-on', who: 'admin', isWhole: true } as const;
export const signOnShots = [
  {
    name: 'login-sso',
    path: '/login',
    act: offered(false, 'Campus account', 'Staff and faculty portal of the university hospital'),
  },
  {
    name: 'login-sso-failed',
    path: '/login?sso_error=not_added',
    act: offered(false, 'Campus account'),
  },
  {
    name: 'login-sso-required',
    path: '/login?sso_error=answer_refused',
    act: offered(true, 'Campus account'),
  },
  {
    name: 'login-sso-de',
    path: '/login?sso_error=no_identifier',
    locale: 'de',
    act: offered(true, 'Campus-Konto'),
  },
  {
    name: 'login-sso-ar',
    path: '/login?sso_error=expired',
    locale: 'ar',
    act: offered(false, 'Campus account'),
  },
  { name: 'admin-sign-on-none', path: '/admin/sign-on', who: 'admin' },
  {
    name: 'admin-sign-on-add',
    path: '/admin/sign-on',
    who: 'admin',
    act: (page: Page) => page.getByRole('button', { name: 'Add provider' }).click(),
  },
  { name: 'admin-sign-on-new', ...admin, act: setUp([provider({})]) },
  { name: 'admin-sign-on-tested', ...admin, act: setUp([tested], true) },
  { name: 'admin-sign-on-saml', ...admin, act: setUp([saml]) },
  { name: 'admin-sign-on-de', ...admin, locale: 'de', act: setUp([tested]) },
  { name: 'admin-sign-on-ar', ...admin, locale: 'ar', act: setUp([saml]) },
] as const;
