import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';

const origin = z
  .string()
  .max(200)
  .regex(
    /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
    'an origin, like https://data.example',
  )
  .refine((given) => URL.canParse(given), 'an origin that exists');

/**
 * Usage analytics of a school (product text §3, §8, §9): a script from the provider's address, which holds `{key}` where the key
 * stands. Off where there is none.
 */
export const analyticsSettings = z.strictObject({
  address: z
    .string()
    .max(500)
    // The page's policy names its origin: nothing else may stand there, and the key stands behind it.
    .regex(
      /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?\/[^\s"'<>\\;]*$/,
      'an address like https://cdn.example/agent/{key}.js',
    )
    .refine((address) => URL.canParse(address), 'an address that exists')
    .refine((address) => address.includes('{key}'), 'an address with {key} where the key stands'),
  key: text()
    .max(200)
    .regex(/^[\w.-]*$/, 'letters, digits, dots and dashes'),
  object: z
    .string()
    .max(40)
    .regex(/^[A-Za-z_$][\w$]*$/, 'the name of a global object')
    .describe('Global object that the script makes; its `initialize()` is told who visits'),
  origins: z.array(origin).max(10).describe('Where else the script sends what it counts'),
  asks: z.boolean().describe('Counts only who has said yes; else everybody who has not said no'),
});
export type AnalyticsSettings = z.output<typeof analyticsSettings>;

const reply = z.object({ settings: analyticsSettings.nullable() });

export const getAnalytics = endpoint({
  name: 'schools.analytics',
  summary: 'Usage analytics of the school; null where there is none.',
  method: 'GET',
  path: '/api/v1/school/analytics',
  access: 'staff',
  permission: 'analytics.manage',
  credential: 'bearer',
  reply,
});

export const updateAnalytics = endpoint({
  name: 'schools.change-analytics',
  summary:
    'Set up usage analytics of the school, or switch them off (null). Holds with the next page load.',
  method: 'PUT',
  path: '/api/v1/school/analytics',
  access: 'staff',
  permission: 'analytics.manage',
  credential: 'bearer',
  body: reply.strict(),
  reply,
});
