import type { ConnectionStatus, User } from '#contract/people/endpoints.ts';

/** A button of the connect area (CONN-04). */
export type ConnectButton =
  | 'view'
  | 'connect'
  | 'message'
  | 'menu'
  | 'pending'
  | 'accept'
  | 'delete'
  | 'requesting';

const byStatus: Record<ConnectionStatus, readonly ConnectButton[]> = {
  [-2]: ['requesting'],
  [-1]: ['view'],
  [0]: ['connect'],
  [1]: ['message', 'menu'],
  [2]: ['pending'],
  [3]: ['accept', 'delete'],
};

/** Returns the buttons for a person. With connections off: Message for everyone except the user. */
export function buttonsFor(
  person: Pick<User, 'connectionStatus'>,
  isConnectOn: boolean,
): readonly ConnectButton[] {
  if (person.connectionStatus === -1) return ['view'];
  return isConnectOn ? byStatus[person.connectionStatus] : ['message'];
}

/** Returns the button that gets the focus after a status change (CONN-03): the first one that is enabled. */
export function focusFor(status: ConnectionStatus): ConnectButton {
  // Message is usually disabled outside a host page, but the menu next to it works.
  if (status === 1) return 'menu';
  return byStatus[status][0] ?? 'connect';
}
