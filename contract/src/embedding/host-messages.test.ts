import { describe, expect, test } from 'vitest';
import { readAppMessage, readHostMessage } from './host-messages.ts';

const school = {
  school_code: 'demo',
  name: 'Demo University',
  top_bar_bg_color: '005fbf',
  school_favicon: null,
  logo: '/files/x.webp',
  config: { connect: true, messageStandalone: false, locale: 'en' },
};

describe('messages to the host', () => {
  test.each([
    { type: 'webapp_logged_out' },
    { type: 'angular-route', url: '/directory?uid=7' },
    { type: 'campus:ready', version: 1 },
    { type: 'campus:resize', height: 900 },
    { type: 'campus:unread', count: 0 },
    { type: 'campus:open-chat', uid: '77' },
  ])('[ROUTE-05] [AUTH-03] readAppMessage() accepts $type and drops unknown fields', (message) =>
    expect(readAppMessage({ ...message, more: 'than it knows' })).toEqual(message),
  );

  test.each([
    null,
    undefined,
    7,
    'webapp_logged_out',
    [],
    {},
    { type: 'campus:init' },
    { type: 'angular-route' },
    { type: 'angular-route', url: 'https://evil.example' },
    { type: 'angular-route', url: '//evil.example' },
    { type: 'angular-route', url: '/\\evil.example' },
    { type: 'campus:ready', version: '1' },
    { type: 'campus:ready', version: -1 },
    { type: 'campus:resize', height: 1e9 },
    { type: 'campus:resize', height: 1.5 },
    { type: 'campus:unread', count: Number.NaN },
    { type: 'campus:open-chat', uid: '' },
    { type: 'campus:open-chat', uid: 'x'.repeat(41) },
    { type: ['webapp_logged_out'] },
  ])('readAppMessage() rejects %j', (data) => expect(readAppMessage(data)).toBeNull());
});

describe('messages to the app', () => {
  test.each([
    { type: 'campus:init' },
    {
      type: 'campus:init',
      version: 1,
      school,
      session: { code: 'x'.repeat(43) },
      theme: 'dark',
      locale: 'de',
    },
    { type: 'campus:init', session: { csrfToken: 'c', jwt: 'a.b.c' } },
    { type: 'campus:init', isSigningIn: true },
    { type: 'campus:navigate', url: '/directory' },
    { type: 'campus:logout' },
  ])('[EMBED-01] readHostMessage() accepts %j and drops unknown fields', (message) =>
    expect(readHostMessage({ ...message, more: 'than it knows' })).toEqual(message),
  );

  test.each([
    null,
    'campus:logout',
    {},
    { type: 'webapp_logged_out' },
    { type: 'campus:navigate' },
    { type: 'campus:navigate', url: 'javascript:x' },
  ])('readHostMessage() rejects %j', (data) => expect(readHostMessage(data)).toBeNull());

  test.each([
    ['theme', 'purple'],
    ['locale', 7],
    ['session', { jwt: 'x' }],
    ['session', { code: 'x'.repeat(201) }],
    ['session', 'code'],
    ['school', { ...school, top_bar_bg_color: 'red;}' }],
    ['school', { ...school, logo: 'https://evil.example/x' }],
    ['school', { ...school, school_favicon: 'javascript:x' }],
    ['school', { ...school, config: {} }],
    ['isSigningIn', 'yes'],
  ])('[SCH-04] readHostMessage() drops an invalid %s (%j) and keeps the rest', (name, value) =>
    expect(readHostMessage({ type: 'campus:init', version: 1, [name]: value })).toEqual({
      type: 'campus:init',
      version: 1,
    }),
  );
});
