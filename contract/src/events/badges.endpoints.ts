import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { occurrenceKey } from './endpoints.ts';
import { badgeSizes, eventLimits as limits } from './limits.ts';

export const printBadges = endpoint({
  access: 'member',
  credential: 'bearer',
  inClub: 'events.manage',
  name: 'events.badges',
  summary: `Name badges of attendees as a PDF: of those who are named, or of everybody who has a place, and of their guests; up to ${limits.badges} of them. With \`hasCode\` each carries its ticket as a QR code. The choice is stored with the event.`,
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
    pdf: z.string().describe('The file as base64'),
    badges: z.int(),
  }),
  errors: ['not_found', 'no_badges', 'occurrence_unknown', 'too_many_requests', 'unavailable'],
});
