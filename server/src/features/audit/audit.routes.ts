import { listAudit } from '#contract/audit.ts';
import { route } from '../../kernel/http/route.ts';
import { readAudit } from './audit.actions.ts';

export const auditRoutes = [route(listAudit, readAudit)];
