import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const origin = z
  .string()
  .max(200)
  .regex(
    /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
    'an origin, like https://data.example',
  )
  .refine((given) => URL.canParse(given), 'Enter a valid origin.');

/**
 * Usage analytics of a school (product text §3, §8, §9): a script from the provider's address, in which `{key}` is replaced by
 * the key. Off by default.
 */
export const analyticsSettings = z.strictObject({
  address: z
    .string()
    .max(500)
    // The content security policy of the page names the origin, so only the path can contain `{key}`.
    .regex(
      /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?\/[^\s"'<>\\;]*$/,
      'an address like https://cdn.example/agent/{key}.js',
    )
    .refine((address) => URL.canParse(address), 'Enter a valid address.')
    .refine(
      (address) => address.includes('{key}'),
      'Enter an address with {key} where the key goes.',
    ),
  key: text()
    .max(200)
    .regex(/^[\w.-]*$/, 'Use only letters, digits, underscores, dots and dashes.'),
  object: z
    .string()
    .max(40)
    .regex(/^[A-Za-z_$][\w$]*$/, 'Use the name of a global object.')
    .describe('Global object that the script creates. Its `initialize()` receives the visitor.'),
  origins: z.array(origin).max(10).describe('Other origins that the script sends data to.'),
  requiresConsent: z
    .boolean()
    .describe('True to count only people who agreed. False to count everyone who hasn’t declined.'),
});
schemaNames.add(analyticsSettings, { id: 'AnalyticsSettings' });
export type AnalyticsSettings = z.output<typeof analyticsSettings>;

const reply = z.object({
  settings: analyticsSettings.nullable().describe('Settings, or null if analytics are off.'),
});

export const getAnalytics = endpoint({
  name: 'schools.analytics',
  summary: 'Get the analytics settings',
  description: 'Null if analytics are off.',
  method: 'GET',
  path: '/api/v1/school/analytics',
  access: 'staff',
  permission: 'analytics.manage',
  credential: 'bearer',
  reply,
});

export const updateAnalytics = endpoint({
  name: 'schools.change-analytics',
  summary: 'Update the analytics settings',
  description: 'Null turns analytics off. Takes effect on the next page load.',
  method: 'PUT',
  path: '/api/v1/school/analytics',
  access: 'staff',
  permission: 'analytics.manage',
  credential: 'bearer',
  body: reply.strict(),
  reply,
});
