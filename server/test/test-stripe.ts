import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * A test Stripe that speaks Stripe's HTTP for Checkout sessions and refunds, over loopback. Like Stripe, it stores the first answer of each
 * idempotency key, errors included, and keeps the objects of accounts apart. It shares no code with the code that it tests.
 */

export interface TestSession {
  id: string;
  object: 'checkout.session';
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  success_url: string;
  expires_at: number;
  payment_intent: string | null;
}

interface TestRefund {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
  metadata: Record<string, string>;
}

/** What happens to a call: it is answered, answered late, dropped before or after it took effect, or answered with 500 or 401. */
export type Fault =
  | 'none'
  | 'late'
  | 'drop_before'
  | 'drop_after'
  | 'error_before'
  | 'error_after'
  | 'denied';

interface Stored<T> {
  readonly key: string;
  readonly account: string | null;
  readonly value: T;
}

interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly parameters: string;
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
const refused = (status: number, message: string, type = 'invalid_request_error') => ({
  status,
  body: { error: { type, message } },
});

const readBody = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

const metadataOf = (body: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...body].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );

/** Creates a test Stripe. The caller starts and stops it; `inStripe` does so for a test file. */
export const createTestStripe = () => {
  const sessions = new Map<string, Stored<TestSession>>();
  const refunds = new Map<string, Stored<TestRefund>>();
  const byOrder = new Map<string, TestSession[]>();
  const answers = new Map<string, StoredAnswer>();
  const calls: string[] = [];
  /** The money that people paid less the money that they got back, by order. */
  const taken = new Map<string, number>();
  const state = {
    url: '',
    /** Chooses what happens to a call. */
    fault: (_call: string): Fault => 'none',
    /** The state of new refunds. */
    refundState: 'succeeded' as TestRefund['status'],
    /** The answer's delay in milliseconds for late calls. */
    lateMs: 300,
  };

  const move = (order: string, amount: number) =>
    void taken.set(order, (taken.get(order) ?? 0) + amount);

  const createSession = (body: URLSearchParams, owner: { key: string; account: string | null }) => {
    const amounts = [...body].filter(([name]) => name.endsWith('[unit_amount]'));
    const total = amounts.reduce((sum, [, amount]) => sum + Number(amount), 0);
    const expiresAt = Number(body.get('expires_at'));
    if (body.get('mode') !== 'payment' || amounts.length === 0 || total === 0)
      return refused(400, 'the session has nothing to pay');
    const id = newId('cs_test');
    const session: TestSession = {
      id,
      object: 'checkout.session',
      url: `${state.url}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: total,
      currency: body.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: body.get('client_reference_id') ?? '',
      metadata: metadataOf(body),
      success_url: body.get('success_url') ?? '',
      expires_at: expiresAt,
      payment_intent: null,
    };
    sessions.set(id, { ...owner, value: session });
    byOrder.set(session.client_reference_id, [
      ...(byOrder.get(session.client_reference_id) ?? []),
      session,
    ]);
    return { status: 200, body: session };
  };

  const createRefund = (body: URLSearchParams, owner: { key: string; account: string | null }) => {
    const intent = body.get('payment_intent') ?? '';
    const amount = Number(body.get('amount'));
    const paid = [...sessions.values()].find(
      ({ value }) => value.payment_intent === intent && value.payment_status === 'paid',
    )?.value;
    if (paid === undefined) return refused(404, 'no such payment intent');
    const before = [...refunds.values()]
      .filter(({ value }) => value.payment_intent === intent && value.status !== 'failed')
      .reduce((sum, { value }) => sum + value.amount, 0);
    if (before + amount > paid.amount_total)
      return refused(400, 'the refund is greater than the unrefunded amount');
    const refund: TestRefund = {
      id: newId('re'),
      object: 'refund',
      amount,
      payment_intent: intent,
      status: state.refundState,
      metadata: metadataOf(body),
    };
    refunds.set(refund.id, { ...owner, value: refund });
    if (refund.status === 'succeeded') move(paid.client_reference_id, -amount);
    return { status: 200, body: refund };
  };

  const perform = (
    method: string,
    path: string,
    query: URLSearchParams,
    body: URLSearchParams,
    owner: { key: string; account: string | null },
  ): { status: number; body: unknown } => {
    const own = <T>(found: Stored<T> | undefined): T | undefined =>
      found?.key === owner.key && found.account === owner.account ? found.value : undefined;
    const session = own(sessions.get(path.split('/')[4] ?? ''));
    if (method === 'POST' && path === '/v1/checkout/sessions') return createSession(body, owner);
    if (path.startsWith('/v1/checkout/sessions/') && session === undefined)
      return refused(404, 'no such session');
    if (method === 'GET' && session !== undefined) return { status: 200, body: session };
    if (method === 'POST' && path.endsWith('/expire') && session !== undefined) {
      if (session.status !== 'open') return refused(400, 'only open sessions can be expired');
      Object.assign(session, { status: 'expired', url: null });
      return { status: 200, body: session };
    }
    if (method === 'POST' && path === '/v1/refunds') return createRefund(body, owner);
    if (method === 'GET' && path === '/v1/refunds')
      return {
        status: 200,
        body: {
          object: 'list',
          url: path,
          has_more: false,
          data: [...refunds.values()]
            .filter(({ value }) => value.payment_intent === query.get('payment_intent'))
            .flatMap((one) => own(one) ?? []),
        },
      };
    const refund = own(refunds.get(path.split('/')[3] ?? ''));
    if (method === 'GET' && refund !== undefined) return { status: 200, body: refund };
    return refused(404, 'no such object');
  };

  const sessionOf = (id: string): TestSession => {
    const found = sessions.get(id)?.value;
    if (found === undefined) throw new Error(`no session ${id}`);
    return found;
  };

  /** The buyer pays on Stripe's page. Returns false if the session can't be paid anymore. `isForced`: a payment from before it ended. */
  const complete = (id: string, { isForced = false, isDelayed = false } = {}): boolean => {
    const session = sessionOf(id);
    if (session.status !== 'open' && !isForced) return false;
    Object.assign(session, {
      status: 'complete',
      url: null,
      payment_status: isDelayed ? 'unpaid' : 'paid',
      payment_intent: session.payment_intent ?? newId('pi'),
    });
    if (!isDelayed) move(session.client_reference_id, session.amount_total);
    return true;
  };

  /** The page where buyers pay: a button that pays and returns to the shop. */
  const page = (method: string, id: string, response: ServerResponse): void => {
    const session = sessionOf(id);
    if (method === 'POST') {
      complete(id);
      return void response.writeHead(303, { location: session.success_url }).end();
    }
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><title>Test Stripe</title><form method="post"><button>Pay ${session.amount_total}</button></form></html>`,
      );
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(
      request.url ?? '/',
      'http://stripe.test',
    );
    const method = request.method ?? 'GET';
    const call = `${method} ${path}`;
    calls.push(call);
    const body = await readBody(request);
    if (path.startsWith('/pay/')) return page(method, path.slice('/pay/'.length), response);
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const account = [request.headers['stripe-account']].flat()[0] ?? null;
    const idempotencyKey = [request.headers['idempotency-key']].flat()[0];
    const fault = state.fault(call);
    const send = (answer: { status: number; body: unknown }) =>
      void response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    if (fault === 'drop_before') return void request.socket.destroy();
    // Stripe doesn't store the answer to a wrong key.
    if (fault === 'denied') return send(refused(401, 'the key is invalid'));
    const isPost = method === 'POST';
    if (isPost && idempotencyKey === undefined)
      return send(refused(400, 'each POST needs an Idempotency-Key'));
    const stored = `${key} ${account} ${idempotencyKey}`;
    const before = isPost ? answers.get(stored) : undefined;
    const parameters = `${path} ${body}`;
    if (before !== undefined) {
      if (before.parameters !== parameters)
        return send(refused(400, 'the key was used with other parameters', 'idempotency_error'));
      return send(before);
    }
    const broken = refused(500, 'an error at Stripe', 'api_error');
    let answer = broken;
    if (fault === 'error_before') answer = broken;
    else {
      const done = perform(method, path, query, body, { key, account });
      answer = fault === 'error_after' ? broken : (done as typeof broken);
    }
    if (isPost) answers.set(stored, { ...answer, body: structuredClone(answer.body), parameters });
    if (fault === 'late') await delay(state.lateMs);
    if (fault === 'drop_after') return void request.socket.destroy();
    send(answer);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const start = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };

  return {
    start,
    stop,
    state,
    calls,
    taken,
    sessionOf,
    /** All sessions of an order. */
    sessionsOf: (order: string): TestSession[] => [...(byOrder.get(order) ?? [])],
    /** The orders that sessions were created for. */
    orders: (): string[] => [...byOrder.keys()],
    refundsOf: (intent: string): TestRefund[] =>
      [...refunds.values()]
        .map(({ value }) => value)
        .filter((one) => one.payment_intent === intent),
    complete,
    /** The bank confirms a delayed payment. */
    confirm: (id: string): void => {
      const session = sessionOf(id);
      session.payment_status = 'paid';
      move(session.client_reference_id, session.amount_total);
    },
    settleRefund: (id: string, status: 'succeeded' | 'failed'): void => {
      const refund = refunds.get(id)?.value;
      if (refund === undefined) throw new Error(`no refund ${id}`);
      refund.status = status;
      const session = [...sessions.values()].find(
        ({ value }) => value.payment_intent === refund.payment_intent,
      )?.value;
      if (status === 'succeeded') move(session?.client_reference_id ?? '', -refund.amount);
    },
    /** Returns the body and the signature of an event (Stripe's scheme v1). */
    event: (
      type: string,
      object: unknown,
      {
        secret,
        at,
        account,
        id = newId('evt'),
      }: { secret: string; at: Date; account?: string; id?: string },
    ) => {
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: '2026-10-28',
        created: Math.floor(at.getTime() / 1000),
        type,
        ...(account !== undefined && { account }),
        data: { object },
      });
      const time = Math.floor(at.getTime() / 1000);
      const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return { id, body, signature: `t=${time},v1=${mac}` };
    },
  };
};
