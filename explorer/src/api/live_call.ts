// A question that is asked anew while the reader drags: one call is in flight, and of those that came meanwhile only the
// last is asked.
import {callJson, CallError, type Answer, type Service} from './connect';

export class LiveCall<Message> {
  private waiting: object | undefined;
  private isBusy = false;
  private inFlight = new AbortController();

  constructor(private readonly service: Service, private readonly method: string,
              private readonly take: (answer: Answer<Message>, request: object) => void,
              private readonly fail: (error: CallError, request: object) => void) {}

  ask(request: object): void {
    this.waiting = request;
    if (!this.isBusy) void this.run();
  }

  // Ends the call in flight; nothing comes of what was asked before.
  drop(): void {
    this.waiting = undefined;
    this.inFlight.abort();
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    try {
      while (this.waiting) {
        const request = this.waiting, {signal} = this.inFlight = new AbortController();
        this.waiting = undefined;
        try {
          const answer = await callJson<Message>(this.service, this.method, request, signal);
          if (!signal.aborted) this.take(answer, request);
        } catch (error) {
          if (signal.aborted) continue;
          if (!(error instanceof CallError)) throw error;
          this.fail(error, request);
        }
      }
    } finally {
      this.isBusy = false;
    }
  }
}
