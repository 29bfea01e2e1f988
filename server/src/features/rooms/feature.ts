import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { roomsHandlers } from './rooms.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    room_changed: { name: string; act: Acts['room_changed'] };
  }
}

export const roomsFeature = feature({ name: 'rooms', handlers: roomsHandlers });
