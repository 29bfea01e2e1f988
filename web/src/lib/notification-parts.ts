import type { ComponentType } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import type { NotificationKind } from '#contract/notifications/keys.ts';

/* The parts of a notification that its feature adds: buttons in its row, and its preview. */

/** The outcome that a row shows after the user answered: a text, and a link to the next step. */
export interface NotificationOutcome {
  readonly text: string;
  /** True if the user declined. */
  readonly isDeclined?: boolean;
  readonly link?: { readonly text: string; readonly href: string };
}

export interface NotificationAnswerProps {
  item: Notification;
  /** The notification as a sentence, for the names of its buttons. */
  sentence: string;
  onAnswered: (outcome: NotificationOutcome) => void;
  /** Called when one of its links is opened, to close the panel that it is in. */
  onOpen?: (() => void) | undefined;
}

export interface NotificationPreviewProps {
  item: Notification;
}

export interface NotificationPart {
  /** The buttons in its row. Empty if the user can no longer answer it. */
  readonly Answer?: ComponentType<NotificationAnswerProps>;
  /** Its subject, shown next to the list. */
  readonly Preview?: ComponentType<NotificationPreviewProps>;
  /** True if the preview contains the buttons too. */
  readonly isAnsweredInPreview?: boolean;
  /** True if the preview marks its subject as read, so that only a chosen notification shows it. */
  readonly isReadInPreview?: boolean;
}

/** The lazily loaded parts of a feature's notifications, exported from its `notification-parts.ts`. */
export type NotificationParts = { readonly [K in NotificationKind]?: NotificationPart };
