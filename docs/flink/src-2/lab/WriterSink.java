package lab;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.java.tuple.Tuple4;

/** In Flink 2 a sink has one method that makes its writer. */
abstract class WriterSink implements Sink<Tuple4<String, Long, Integer, Integer>> {
    private static final long serialVersionUID = 1L;
}
