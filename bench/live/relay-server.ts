import { createServer } from 'node:http';
import { Server } from 'socket.io';

/* A bare socket.io relay in a process of its own: what a socket says goes to everybody of its room. Nothing is stored or checked. */
const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  perMessageDeflate: false,
  serveClient: false,
});
io.on('connection', (socket) => {
  void socket.join('room');
  socket.on('say', (text: unknown) => io.to('room').emit('live', text));
});
http.listen(0, '127.0.0.1', () => {
  const bound = http.address();
  process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ sent: 0, cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.on('disconnect', () => process.exit());
