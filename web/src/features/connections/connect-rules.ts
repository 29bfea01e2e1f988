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

/** Which buttons stand for a person. With connect off: Message for everyone but oneself. */
export function buttonsFor(
  person: Pick<User, 'connectionStatus'>,
  isConnectOn: boolean,
): readonly ConnectButton[] {
  if (person.connectionStatus === -1) return ['view'];
  return isConnectOn ? byStatus[person.connectionStatus] : ['message'];
}

/** The button that gets the focus when a status has just come about (CONN-03): the first that can be used. */
export function focusFor(status: ConnectionStatus): ConnectButton {
  // Message is nearly always disabled outside a host's frame; the menu beside it works.
  if (status === 1) return 'menu';
  return byStatus[status][0] ?? 'connect';
}
