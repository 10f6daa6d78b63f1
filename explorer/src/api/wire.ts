// Protocol Buffers on the wire, as much of it as GetSurface needs: varints, packed lists, floats.

export class WireWriter {
  private readonly bytes: number[] = [];

  uint(field: number, value: number): this {
    if (value !== 0) { this.varint(field * 8); this.varint(value); }
    return this;
  }

  string(field: number, value: string): this {
    return value === '' ? this : this.bytesField(field, new TextEncoder().encode(value));
  }

  message(field: number, value: WireWriter): this { return this.bytesField(field, value.finish()); }

  double(field: number, value: number): this {
    this.varint(field * 8 + 1);
    this.bytes.push(...new Uint8Array(new Float64Array([value]).buffer));
    return this;
  }

  bytesField(field: number, value: Uint8Array): this {
    this.varint(field * 8 + 2);
    this.varint(value.length);
    for (const byte of value) this.bytes.push(byte);
    return this;
  }

  finish(): Uint8Array<ArrayBuffer> { return new Uint8Array(this.bytes); }

  private varint(value: number): void {
    for (; value > 127; value = Math.floor(value / 128)) this.bytes.push((value % 128) + 128);
    this.bytes.push(value);
  }
}

// Reads one message field by field: `while (reader.next()) switch (reader.field) ...`.
export class WireReader {
  field = 0;
  private wireType = 0;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  next(): boolean {
    if (this.at >= this.bytes.length) return false;
    const key = this.varint();
    this.field = key >>> 3;
    this.wireType = key & 7;
    return true;
  }

  // [bytes] Not read yet.
  get left(): number { return this.bytes.length - this.at; }

  uint(): number { return this.varint(); }

  double(): number {
    this.at += 8;
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at - 8, 8).getFloat64(0, true);
  }

  // The bytes of a nested message or a packed list.
  nested(): Uint8Array {
    const size = this.varint();
    const start = this.at;
    this.at += size;
    if (this.at > this.bytes.length) throw new Error('the answer is cut short');
    return this.bytes.subarray(start, this.at);
  }

  string(): string { return new TextDecoder().decode(this.nested()); }

  packedUints(): Uint32Array<ArrayBuffer> {
    const inner = new WireReader(this.nested());
    let count = 0;
    for (const byte of inner.bytes) if (byte < 128) ++count;
    const values = new Uint32Array(count);
    for (let i = 0; i < count; ++i) values[i] = inner.varint();
    return values;
  }

  packedFloats(): Float32Array<ArrayBuffer> {
    const inner = this.nested();
    // A copy: packed lists are not aligned.
    return new Float32Array(inner.slice().buffer);
  }

  skip(): void {
    if (this.wireType === 0) this.varint();
    else if (this.wireType === 1) this.at += 8;
    else if (this.wireType === 2) this.nested();
    else if (this.wireType === 5) this.at += 4;
    else throw new Error(`wire type ${this.wireType} in an answer`);
  }

  private varint(): number {
    let value = 0, scale = 1, byte: number;
    do {
      if (this.at >= this.bytes.length) throw new Error('the answer is cut short');
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte & 128);
    return value;
  }
}
