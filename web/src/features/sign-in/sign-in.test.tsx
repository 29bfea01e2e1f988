import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, stage, resetStage, type Answers } from '../../testing/stage.tsx';
import { FirstTimePage, ForgotPage } from './forgot-page.tsx';
import { LoginPage } from './login-page.tsx';
import { ResetPage, WelcomePage } from './reset-page.tsx';

afterEach(resetStage);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sso = () => ({ items: [], isRequired: false });

test('a missing email shows an error at its field, and the form sends nothing', async () => {
  const { asked } = await stage(<LoginPage />, { answers: { sso } });
  await type('Password', 'secret');
  press('Sign in');
  await waitFor(async () =>
    expect((await field('Email')).getAttribute('aria-invalid')).toBe('true'),
  );
  expect((await field('Password')).getAttribute('aria-invalid')).toBeNull();
  expect(asked.some(({ path }) => path === 'login')).toBe(false);
});

test('a wrong password shows an error at the password field, which gets focus and keeps its value', async () => {
  const { asked } = await stage(<LoginPage />, {
    answers: { sso, login: () => failure(401, 'wrong_credentials') },
  });
  await type('Email', ' ana@demo.edu ');
  await type('Password', 'wrong');
  press('Sign in');
  const password = await field('Password');
  await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(password);
  expect(password.value).toBe('wrong');
  expect(asked.find(({ path }) => path === 'login')?.body).toEqual({
    email: 'ana@demo.edu',
    password: 'wrong',
  });
});

test('if the school requires single sign-on, the page shows the provider and hides the password form', async () => {
  await stage(<LoginPage />, {
    answers: { sso: () => ({ items: [{ id: '1', name: 'Campus ID' }], isRequired: true }) },
  });
  expect(await screen.findByText(/Campus ID/)).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('a user who forgot the password sees which address the email went to', async () => {
  await stage(<ForgotPage />, { answers: { forgot: () => ({}) } });
  await type('Email', 'ana@demo.edu');
  press('Send link');
  expect(await screen.findByText(/ana@demo\.edu/)).toBeTruthy();
});

const reset = async (answers: Answers, password: string) => {
  const staged = await stage(<ResetPage />, { answers, at: '/reset#token=abc' });
  await type('New password', password);
  press('Save and sign in');
  return staged;
};

test('a weak password shows an error at its field', async () => {
  const { asked } = await reset({ reset: () => failure(400, 'weak_password') }, 'password1234');
  const password = await field('New password');
  await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByText('Request a new link')).toBeNull();
  expect(asked.find(({ path }) => path === 'reset')?.body).toEqual({
    token: 'abc',
    newPassword: 'password1234',
  });
});

test('Save and sign in signs the user in, or shows “Password changed” if there is no session', async () => {
  const signedIn = await reset(
    {
      reset: () => ({ ok: true, session: { csrfToken: 'c', jwt: 'j' }, secondStep: null }),
      authentication: () => failure(503, 'unavailable'),
    },
    'correct horse battery',
  );
  await waitFor(() =>
    expect(signedIn.asked.some(({ path }) => path === 'authentication')).toBe(true),
  );
  expect(screen.queryByText('Password changed')).toBeNull();
  resetStage();
  await reset(
    { reset: () => ({ ok: true, session: null, secondStep: null }) },
    'correct horse battery',
  );
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeTruthy();
});

test('a used link shows an error and a link to request a new one', async () => {
  await reset({ reset: () => failure(400, 'reset_link_invalid') }, 'correct horse battery');
  expect(await screen.findByRole('link', { name: 'Request a new link' })).toBeTruthy();
  expect(screen.getByRole('alert')).toBeTruthy();
});

test('a new user requests a link and sets a password', async () => {
  await stage(<LoginPage />, { answers: { sso } });
  const link = await screen.findByRole('link', { name: 'First time here? Set your password' });
  expect(link.getAttribute('href')).toBe('/first-time');
  resetStage();
  await stage(<FirstTimePage />, { answers: { forgot: () => ({}) } });
  await type('Email', 'ana@demo.edu');
  press('Send link');
  expect(await screen.findByText(/^If ana@demo\.edu has an account here/)).toBeTruthy();
  resetStage();
  const { asked } = await stage(<WelcomePage />, {
    answers: {
      reset: () => ({ ok: true, session: { csrfToken: 'c', jwt: 'j' }, secondStep: null }),
    },
    at: '/welcome#token=abc',
  });
  await type('Password', 'plum orchestra');
  press('Save and sign in');
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'reset')?.body).toEqual({
      token: 'abc',
      newPassword: 'plum orchestra',
    }),
  );
});
