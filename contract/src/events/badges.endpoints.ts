import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { occurrenceKey } from './endpoints.ts';
import { badgeSizes, eventLimits as limits } from './limits.ts';

export const printBadges = endpoint({
  access: 'member',
  credential: 'bearer',
  inClub: 'events.manage',
  name: 'events.badges',
  summary: 'Create name badges as PDF',
  description: `For the given people, or for everyone with a spot, and their guests. Limit: ${limits.badges} badges. With \`hasCode\`, each badge has its ticket as a QR code. The settings are stored with the event.`,
  method: 'POST',
  path: '/api/v1/events/{id}/badges',
  recordsReads: true,
  params: z.strictObject({ id: z.string().max(40) }),
  body: z.strictObject({
    occurrence: occurrenceKey.optional(),
    uids: z.array(z.string().max(40)).min(1).max(limits.people).optional(),
    size: z.enum(badgeSizes),
    hasCode: z.boolean().default(false),
  }),
  reply: z.object({
    name: z.string(),
    pdf: z.string().describe('File as base64.'),
    badges: z.int().describe('Number of badges in the file.'),
  }),
  errors: ['not_found', 'no_badges', 'occurrence_unknown', 'too_many_requests', 'unavailable'],
});
