// Unary calls by the Connect protocol: a POST with JSON, or with the message's own bytes.
import {readToken} from './token';

export type Service = 'PathPlanning' | 'MapCatalog';

// What a failed call says. `code` is Connect's name of the gRPC code, such as 'invalid_argument'.
export class CallError extends Error {
  constructor(readonly code: string, message: string) { super(message); }

  // As Connect writes an error; of itself JSON leaves the message of an Error out.
  toJSON(): object { return {code: this.code, message: this.message}; }
}

export interface Answer<Message> {
  message: Message;
  // [us] What the server says that it took (the header Server-Timing), or undefined.
  serverUs: number | undefined;
  // [us] From the call to the whole answer, as the page saw it.
  roundTripUs: number;
}

export function callPath(service: Service, method: string): string {
  return `/waystone.v1.${service}/${method}`;
}

// Asks with JSON. Throws CallError, or DOMException with the name AbortError if `signal` ended the call.
export async function callJson<Message>(service: Service, method: string, request: object,
                                        signal?: AbortSignal): Promise<Answer<Message>> {
  const startMs = performance.now();
  const response = await post(service, method, 'application/json', JSON.stringify(request), signal);
  const message = await response.json() as Message;
  return {message, serverUs: serverTimeUs(response), roundTripUs: (performance.now() - startMs) * 1000};
}

// Asks with the bytes of a message and returns those of the answer. Throws as callJson does.
export async function callBinary(service: Service, method: string, request: Uint8Array<ArrayBuffer>,
                                 signal?: AbortSignal): Promise<Uint8Array> {
  const response = await post(service, method, 'application/proto', request, signal);
  return new Uint8Array(await response.arrayBuffer());
}

async function post(service: Service, method: string, contentType: string, body: BodyInit,
                    signal?: AbortSignal): Promise<Response> {
  let response: Response;
  const token = readToken();
  try {
    response = await fetch(callPath(service, method), {
      method: 'POST',
      headers: {
        'Content-Type': contentType, 'Connect-Protocol-Version': '1', ...(token !== '' && {Authorization: `Bearer ${token}`}),
      },
      body,
      signal: signal ?? null,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError('unavailable', 'the server does not answer');
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

// What is refused before it is a call, or by a proxy, is a line of text.
async function errorOf(response: Response): Promise<CallError> {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as {code?: string; message?: string};
    return new CallError(body.code ?? 'unknown', body.message ?? response.statusText);
  } catch {
    const line = response.headers.get('Content-Type')?.startsWith('text/plain') ? `: ${text.trim().slice(0, 200)}` : '';
    return new CallError('unknown', `HTTP ${response.status} ${response.statusText}${line}`);
  }
}

function serverTimeUs(response: Response): number | undefined {
  const match = /\bdur=([0-9.]+)/.exec(response.headers.get('Server-Timing') ?? '');
  return match ? Number(match[1]) * 1000 : undefined;
}
