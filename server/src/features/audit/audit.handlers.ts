import { listAudit } from '#contract/audit.ts';
import { handle } from '../../kernel/handle.ts';
import { readAudit } from './audit.actions.ts';

export const auditHandlers = [handle(listAudit, readAudit)];
