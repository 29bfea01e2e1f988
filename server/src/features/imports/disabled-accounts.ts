import { maxDisabledWithoutConfirmation } from '#contract/imports/limits.ts';
import { ImportRefused } from './problems.ts';

/** The number of accounts that an import disables, and of all active accounts. */
export interface DisabledAccounts {
  readonly disabled: number;
  readonly active: number;
  /** True if the number is so high that a person must enter it. */
  readonly needsConfirmation: boolean;
}

export const disabledAccountsOf = (active: number, disabled: number): DisabledAccounts => ({
  disabled,
  active,
  needsConfirmation: disabled > maxDisabledWithoutConfirmation(active),
});

/** An import that would disable more accounts than a person has confirmed. */
export class TooManyDisabled extends ImportRefused {
  readonly accounts: DisabledAccounts;

  constructor(accounts: DisabledAccounts) {
    super(
      `This import would deactivate ${accounts.disabled} of ${accounts.active} people, which is more than an admin confirmed, so nothing was changed. Check the files, then import them again and confirm the number.`,
    );
    this.accounts = accounts;
  }
}

/** Throws if an import disables many accounts and a person hasn't confirmed that many. */
export const requireConfirmation = (accounts: DisabledAccounts, disableUpTo = 0): void => {
  if (accounts.needsConfirmation && accounts.disabled > disableUpTo)
    throw new TooManyDisabled(accounts);
};
