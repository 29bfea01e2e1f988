import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Pool } from '../database/database.ts';
import { serveCellHosts } from './cell-hosts.ts';
import { serveCertificateHosts } from './certificate-hosts.ts';

/** The addresses with which proxies learn the hosts of schools: for certificates, and for several cells. */
export const serveProxyHosts = (
  http: FastifyInstance,
  parts: { pool: Pool; clock: Clock; base: string; token: string | undefined },
): void => {
  serveCertificateHosts(http, parts);
  serveCellHosts(http, parts);
};
