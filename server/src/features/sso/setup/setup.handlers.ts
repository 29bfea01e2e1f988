import {
  addProvider,
  changeProvider,
  deleteProvider,
  readSetup,
  requireSso,
  rereadProvider,
  testProvider,
} from '#contract/sso.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import {
  changeProviderAs,
  changeRequirement,
  deleteProviderAs,
  readSetupAs,
} from './setup.actions.ts';
import { addProviderAs, rereadProviderAs, testProviderAs } from './provider-calls.ts';

export const setupHandlers = [
  handle(readSetup, readSetupAs),
  handle(changeProvider, changeProviderAs),
  handle(deleteProvider, deleteProviderAs),
  handle(requireSso, changeRequirement),
  // These wait for the provider's answer.
  handleWithoutTransaction(addProvider, addProviderAs),
  handleWithoutTransaction(rereadProvider, rereadProviderAs),
  handleWithoutTransaction(testProvider, testProviderAs),
];
